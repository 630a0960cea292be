/** The page around a list, as app/Shell renders it. */
import shellStyles from "../app/Shell.module.css";
import { BarRooms } from "../features/email-list/bars/BarRooms.tsx";
import listStyles from "../features/email-list/EmailListView.module.css";
import { isSpecialFolder } from "../store/mailboxes/folders.ts";
import { ClientRendered } from "./render-into.ts";
import { FolderNavPlaceholder } from "./FolderNavPlaceholder.tsx";
import { HeaderPlaceholder } from "./HeaderPlaceholder.tsx";
import type { InitialView } from "./initial-view.ts";

/** The rows are added when it is in the page: only then their positions are known. */
export function InitialPage({ view }: { view: InitialView }) {
  const { texts, query, isPhone } = view;
  const title = isSpecialFolder(query.folder) ? texts.shell[query.folder] : undefined;
  return (
    <div className={shellStyles.shell} data-initial-render="" aria-hidden="true" inert>
      <a className={shellStyles.skip} href="#content">
        {texts.shell.skipToContent}
      </a>
      <div role="status" />
      <ClientRendered>
        <HeaderPlaceholder view={view} />
      </ClientRendered>
      <div className={shellStyles.body}>
        {!isPhone && (
          <ClientRendered>
            <FolderNavPlaceholder view={view} />
          </ClientRendered>
        )}
        <div className={shellStyles.stage}>
          <main id="content" className={shellStyles.main} tabIndex={-1} aria-busy={false}>
            {title !== undefined && <h1 className="visually-hidden">{title}</h1>}
            <div className={shellStyles.page}>
              <div className={listStyles.page}>
                <div className={listStyles.card}>
                  <ClientRendered>
                    <BarRooms />
                  </ClientRendered>
                  <div className={listStyles.scroller}>
                    <ul className={listStyles.list} aria-label={texts.list.label} />
                  </div>
                </div>
              </div>
            </div>
          </main>
        </div>
      </div>
      <ClientRendered />
    </div>
  );
}
