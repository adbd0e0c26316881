// Adds the messages of rarely opened parts of the table.
import en from "i18n:en/lazy";
import { addMessages } from ".";

addMessages("en", en);
