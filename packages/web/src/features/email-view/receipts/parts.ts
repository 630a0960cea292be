/** What is shown of receipts, fetched with the first letter that has to do with one. */
export { ReceiptCard } from "./ReceiptCard.tsx";
export { ReceiptQuestion } from "./ReceiptQuestion.tsx";
