// The words of what is seldom opened at a table; importing this makes them known.
import en from "words:en/seldom";
import { learn } from ".";

learn("en", en);
