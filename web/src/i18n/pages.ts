// The words of the pages around the table; importing this makes them known.
import en from "i18n:en/pages";
import { addMessages } from ".";

addMessages("en", en);
