/** What was sent and is not there yet: one piece of code. */
export { OutboxPage } from "./OutboxPage.tsx";
export { ScheduledPage } from "./ScheduledPage.tsx";
