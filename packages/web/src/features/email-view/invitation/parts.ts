/** What is fetched with the first invitation. */
export { AttendeeAnswer } from "./AttendeeAnswer.tsx";
export { InvitationAnswer } from "./InvitationAnswer.tsx";
