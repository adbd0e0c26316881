// Answers of the server belong to the view for which they were requested.
import type { View } from "../protocol/messages";

/** Return a key of the view: it changes after an action and with another prompt. */
export const viewKey = (view: View | null): string => `${view?.seq ?? -1}.${view?.question?.prompt ?? -1}`;
