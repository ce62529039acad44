import styles from './api-check-page.css?url';
import type { ApiOutputs } from '../../api/types.ts';
import { sitePaths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { useSiteSettings } from '../app/site-context.ts';
import { PageOpening } from '../components/page-opening.tsx';

type Answer = ApiOutputs['site']['test'];

function TestPage({ data }: { data: Answer }) {
  const { texts, region } = useSiteSettings();
  return (
    <>
      <PageOpening title={texts.test.heading} lead={texts.test.intro} />
      <div className="section">
        <dl className="hall test-answer">
          <div>
            <dt>{texts.test.call}</dt>
            <dd>
              <code>GET /api/test</code>
            </dd>
          </div>
          <div>
            <dt>{texts.test.answer}</dt>
            {/* The API always answers in English. */}
            <dd lang={region.language === 'en' ? undefined : 'en'}>{data.message}</dd>
          </div>
        </dl>
      </div>
    </>
  );
}

/** The page that shows the answer to the test call `GET /api/test`. */
export const apiCheckPage = definePage<Answer>({
  path: sitePaths.test,
  styles: [styles],
  load: ({ api }) => api.site.test.query(),
  head: (_, { texts }) => ({
    title: texts.test.heading,
    description: texts.test.description,
    canonical: sitePaths.test,
  }),
  Page: TestPage,
});
