import './privacy-page.css';
import { paths } from '../../shared/site-paths.ts';
import { definePage } from '../app/page-route.tsx';
import { useSite } from '../app/site-context.ts';
import { PageOpening } from '../components/page-hero.tsx';

function PrivacyPage() {
  const { email, name, legal_name } = useSite().company;
  return (
    <>
      <PageOpening
        title="Privacy"
        lead="What this website keeps about you, why, and for how long. It is not much."
      />
      <div className="section">
        <div className="hall privacy-grid">
          <div className="prose">
            <h2>When you browse</h2>
            <p>
              We store nothing that identifies you. The site sets no cookies, loads nothing from third parties
              and does no tracking. As with every website, your network address reaches our server so that it
              can answer; it stays in the server log as long as needed to investigate faults and abuse.
            </p>
            <h2>When you send us a form</h2>
            <p>
              We keep what you wrote: your name, your email address, what you chose to add, such as a phone
              number or a CV, and the time it arrived. We use it to answer you and to work on what you asked
              for. Only the colleagues who answer enquiries and applications can read it.
            </p>
            <p>
              To prevent spam, the server records for a few minutes which IP address sent a form and how
              quickly it was filled in. No other company takes part in that.
            </p>
            <h2>How long we keep it</h2>
            <p>
              Enquiries stay until they have been dealt with, applications until the position has been filled.
              Then they are deleted, the files that came with them included. If you want us to delete
              something sooner, tell us.
            </p>
            <h2>Your rights</h2>
            <p>
              You may ask what we hold about you, have it corrected or deleted, and get a copy. Write to{' '}
              {email ? <a href={`mailto:${email}`}>{email}</a> : <a href={paths.contact}>us</a>}.{' '}
              {legal_name || name} is responsible for this website.
            </p>
          </div>
        </div>
      </div>
    </>
  );
}

/** The privacy page: which data are stored and why. The forms and the footer link to it. */
export const privacyPage = definePage({
  path: paths.privacy,
  head: (_, { company }) => ({
    title: 'Privacy',
    description: `What the website of ${company.name} keeps about its visitors, why, and for how long.`,
    canonical: paths.privacy,
  }),
  Page: PrivacyPage,
});
