// Adds the messages of the pages around the table.
import en from "i18n:en/pages";
import { addMessages } from ".";

addMessages("en", en);
