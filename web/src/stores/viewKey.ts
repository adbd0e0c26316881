// Answers of the server are about the table as it was when they were asked for.
import type { View } from "../protocol/messages";

/** Names a table as it is: another one is seen when something was done, or another question is asked. */
export const viewKey = (view: View | null): string => `${view?.seq ?? -1}.${view?.question?.prompt ?? -1}`;
