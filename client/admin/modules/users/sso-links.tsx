import { Button } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { ConfirmModal, useConfirm } from '../../components/confirm-modal.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { askingWords, linkFacts, linkSentence, type SsoLink } from './sso-link-texts.ts';
import classes from './users.module.css';

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
            <div className={classes.linkFieldActs}>
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

interface SsoLinkModalProps {
  act: 'confirm' | 'end';
  userId: number;
  asked: ReturnType<typeof useConfirm<SsoLink>>;
}

/** Asks before creating or ending a link. */
function SsoLinkModal({ act, userId, asked: { item, isOpen, close } }: SsoLinkModalProps) {
  const { sso } = trpc.useUtils();
  const { done, ...words } = askingWords(act, item);
  const onSuccess = (data: { links: SsoLink[] }) => {
    sso.links.setData({ id: userId }, data);
    notifySuccess(done);
    close();
  };
  const mutations = {
    confirm: trpc.sso.confirmLink.useMutation({ onSuccess }),
    end: trpc.sso.endLink.useMutation({ onSuccess }),
  };
  const change = mutations[act];
  return (
    <ConfirmModal
      {...words}
      isOpen={isOpen}
      isBusy={change.isPending}
      isDangerous={act === 'end'}
      failure={change.error ? parseApiError(change.error) : undefined}
      onAnswer={() => item && change.mutate({ id: userId, link_id: item.id })}
      onClose={() => {
        change.reset();
        close();
      }}
    />
  );
}
