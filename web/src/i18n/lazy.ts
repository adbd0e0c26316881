// The words of what is seldom opened at a table; importing this makes them known.
import en from "i18n:en/lazy";
import { addMessages } from ".";

addMessages("en", en);
