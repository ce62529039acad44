import './test-page.css';
import type { ApiOutputs } from '../../api/types.ts';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { PageOpening } from '../components/page-hero.tsx';

type Answer = ApiOutputs['site']['test'];

function TestPage({ data }: { data: Answer }) {
  return (
    <>
      <PageOpening title="Test page" lead="Calls the API and shows its response." />
      <div className="section">
        <dl className="hall test-answer">
          <div>
            <dt>Call</dt>
            <dd>
              <code>GET /api/test</code>
            </dd>
          </div>
          <div>
            <dt>Answer</dt>
            <dd>{data.message}</dd>
          </div>
        </dl>
      </div>
    </>
  );
}

/** Shows the answer of the test call. */
export const testPage = definePage<Answer>({
  path: paths.test,
  load: ({ api }) => api.site.test.query(),
  head: () => ({
    title: 'Test page',
    description: 'Shows whether the API answers.',
    canonical: paths.test,
  }),
  Page: TestPage,
});
