import './legal-page.css';
import { type LegalPageName, legalPageNames } from '../../../src/shared/settings/fields/legal.ts';
import { definePage } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';

function LegalPage({ name }: { name: LegalPageName }) {
  const { title, intro, text } = useSiteSettings().legal[name];
  return (
    <>
      <PageOpening title={title} lead={intro} />
      <div className="section">
        <div className="hall privacy-grid">
          {/* The server removes all HTML that is not allowed from the text, and escapes the values that
              replace placeholders. */}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: clean HTML */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: text }} />
        </div>
      </div>
    </>
  );
}

/** The pages with the legal texts. The forms and the footer link to these pages. */
export const legalPages = legalPageNames.map((name) =>
  definePage({
    path: `/${name}`,
    head: (_, { legal }) => {
      const { title, intro, description } = legal[name];
      return { title, description: description || intro || title, canonical: `/${name}` };
    },
    Page: () => <LegalPage name={name} />,
  }),
);
