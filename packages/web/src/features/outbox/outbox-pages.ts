/** Letters that wait: for their servers, for their time, to come back. One piece of code. */
export { OutboxPage } from "./OutboxPage.tsx";
export { ScheduledPage } from "./ScheduledPage.tsx";
export { SnoozedPage } from "./SnoozedPage.tsx";
