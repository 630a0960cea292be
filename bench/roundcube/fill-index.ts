/** Reads each message's list data once over IMAP, so that Dovecot's index cache has them, as in a mailbox in daily use. */
import { once } from "node:events";
import { connect } from "node:net";

/** The header fields that Roundcube's list and message pages ask for. */
const fields =
  "DATE FROM TO CC REPLY-TO SUBJECT MESSAGE-ID IN-REPLY-TO REFERENCES CONTENT-TYPE LIST-POST IMPORTANCE X-PRIORITY " +
  "DISPOSITION-NOTIFICATION-TO MAIL-REPLY-TO MAIL-FOLLOWUP-TO X-DRAFT-INFO";

const commands = [
  "SELECT INBOX",
  `UID FETCH 1:* (FLAGS INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (${fields})])`,
  "UID SORT (ARRIVAL) UTF-8 ALL",
  "UID SORT (DATE) UTF-8 ALL",
  "UID THREAD REFS UTF-8 ALL",
  "LOGOUT",
];

/** @throws Error when the server refuses a command */
export async function fillIndex(port: number, user: string, password: string): Promise<void> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  await once(socket, "connect");
  /** Enough of the answer to see its last line. */
  let tail = "";
  const answers = socket.iterator({ destroyOnReturn: false });
  for (const [index, command] of [`LOGIN "${user}" "${password}"`, ...commands].entries()) {
    const tag = `A${index}`;
    const status = new RegExp(`(?:^|\r\n)${tag} (OK|NO|BAD)[^\r\n]*\r\n$`);
    socket.write(`${tag} ${command}\r\n`);
    tail = "";
    let result: RegExpExecArray | null = null;
    while (!result) {
      const { value, done } = await answers.next();
      if (done) throw new Error(`the mail server has hung up at ${command}`);
      tail = (tail + String(value)).slice(-4096);
      result = status.exec(tail);
    }
    if (result[1] !== "OK") throw new Error(`the mail server refuses ${command}: ${tail}`);
  }
  socket.destroy();
}
