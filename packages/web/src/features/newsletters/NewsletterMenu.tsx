import type { Newsletter } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { trimNewsletter } from "../../store/newsletters/trim.ts";
import { askAboutRule } from "../../store/rules/rule-question.ts";
import { useHasRules } from "../../store/rules/rules.ts";
import { placeOf } from "../../store/session/all-accounts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, MenuItem, MenuSeparator, Submenu } from "../../ui/Menu.tsx";
import { monthsAgo } from "./months-ago.ts";

/** In months. */
const ages = { month: 1, quarter: 3, year: 12 } as const;

/** What can be done about a newsletter, but for leaving it. */
export function NewsletterMenu({ newsletter, tabIndex }: { newsletter: Newsletter; tabIndex: number }) {
  const { t } = useTranslation();
  const label = t("newsletters.actionsOf", { name: newsletter.name });
  return (
    <Menu align="end" trigger={<IconButton icon="more" label={label} tooltip={false} tabIndex={tabIndex} />}>
      <Items newsletter={newsletter} />
    </Menu>
  );
}

function Items({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { emailId, totalEmails } = newsletter;
  const place = placeOf(emailId);
  const hasRules = useHasRules(place.accountId);
  return (
    <>
      <MenuItem icon="envelope" onClick={() => void navigate(`/email/${emailId}`)}>
        {t("newsletters.newest")}
      </MenuItem>
      {hasRules && (
        <MenuItem
          icon="filter"
          onClick={() => askAboutRule({ kind: "file", accountId: place.accountId, emailId: place.id })}
        >
          {t("newsletters.file")}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon="trash" disabled={totalEmails < 2} onClick={() => void trimNewsletter(newsletter)}>
        {t("newsletters.keepNewest")}
      </MenuItem>
      <Submenu icon="trash" label={t("newsletters.deleteOlder")}>
        {(Object.keys(ages) as (keyof typeof ages)[]).map((age) => (
          <MenuItem key={age} onClick={() => void trimNewsletter(newsletter, monthsAgo(ages[age], new Date()))}>
            {t(`newsletters.older.${age}`)}
          </MenuItem>
        ))}
      </Submenu>
    </>
  );
}
