import { Button } from '@mantine/core';
import { trpc } from '../../../api/trpc.ts';
import { useConfirm } from '../../components/use-asked.ts';
import { SsoLinkModal } from './link-dialog.tsx';
import classes from './link-field.module.css';
import { linkFacts, linkSentence, type SsoLink } from './sso-link-texts.ts';

/**
 * The single-sign-on identity that a user has or requests. Creates and ends the link. Renders nothing for
 * users without one.
 */
export function SsoLinks({ userId }: { userId: number }) {
  const query = trpc.sso.links.useQuery({ id: userId });
  const confirmation = useConfirm<SsoLink>();
  const ending = useConfirm<SsoLink>();
  const links = query.data?.links ?? [];
  if (links.length === 0) return null;
  const isTied = links.some(({ kind }) => kind !== 'asked');
  return (
    <section className={classes.field} aria-label="Single sign-on">
      <h2 className={classes.label}>Single sign-on</h2>
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.id} className={classes.link}>
            <p className={classes.sentence}>{linkSentence(link)}</p>
            <p className={classes.facts}>{linkFacts(link)}</p>
            <div className={classes.acts}>
              {link.kind === 'asked' && !isTied && (
                <Button variant="default" onClick={() => confirmation.ask(link)}>
                  Link
                </Button>
              )}
              <Button variant="subtle" color="signal" onClick={() => ending.ask(link)}>
                {link.kind === 'asked' ? 'Decline' : 'Unlink'}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <SsoLinkModal act="confirm" userId={userId} asked={confirmation} />
      <SsoLinkModal act="end" userId={userId} asked={ending} />
    </section>
  );
}
