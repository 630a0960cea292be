import type { Card } from "@pismo/jmap";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../store/index.ts";
import { readAllCards } from "../../store/contacts/import-cards.ts";
import { type AccountDoubles, findDoubles } from "../../store/contacts/doubles.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { Menu, MenuItem } from "../../ui/Menu.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { DoublesDialog } from "./DoublesDialog.tsx";
import { tellProblem } from "./GroupNameDialog.tsx";
import { ImportDialog } from "./ImportDialog.tsx";

const saveText = (name: string, type: string, text: string): void =>
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name);

async function exportAll(kind: "vcf" | "csv"): Promise<void> {
  const cards = await readAllCards();
  const { fromCard, tableOf } = await import("./write-file.ts");
  const people = cards.filter((card) => card.kind !== "group");
  if (kind === "vcf") saveText("contacts.vcf", "text/vcard", cards.map(fromCard).join(""));
  // Excel takes a table for UTF-8 by its mark alone.
  else saveText("contacts.csv", "text/csv", `\uFEFF${tableOf(people)}`);
}

/** What is done with all contacts: files in and out, and doubles made one. */
export function FileMenu() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [doubles, setDoubles] = useState<readonly AccountDoubles[]>();
  const [cards, setCards] = useState<readonly Partial<Card>[]>();
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const { readContactFile } = await import("./read-file.ts");
    const read = await readContactFile(file);
    if (read.length > 0) setCards(read);
    else notify({ key: "contacts.noneInFile", values: { name: file.name }, tone: "error" });
  };
  const trigger = <IconButton icon="more" label={t("contacts.files")} />;
  return (
    <>
      <Menu trigger={trigger} align="end">
        <MenuItem icon={lateIcons.upload} onClick={() => input.current?.click()}>
          {t("contacts.import")}
        </MenuItem>
        <MenuItem icon={lateIcons.download} onClick={() => void exportAll("vcf").catch(tellProblem)}>
          {t("contacts.exportVcf")}
        </MenuItem>
        <MenuItem icon={lateIcons.download} onClick={() => void exportAll("csv").catch(tellProblem)}>
          {t("contacts.exportCsv")}
        </MenuItem>
        <MenuItem icon={lateIcons.user} onClick={() => void findDoubles().then(setDoubles).catch(tellProblem)}>
          {t("contacts.findDoubles")}
        </MenuItem>
      </Menu>
      <input
        ref={input}
        type="file"
        hidden
        accept=".vcf,.vcard,.csv,.txt,text/vcard,text/csv"
        data-contact-file=""
        onChange={({ target }) => {
          void choose(target.files?.[0]).catch(tellProblem);
          target.value = "";
        }}
      />
      {doubles && <DoublesDialog doubles={doubles} onDone={() => setDoubles(undefined)} />}
      {cards && <ImportDialog cards={cards} onDone={() => setCards(undefined)} />}
    </>
  );
}
