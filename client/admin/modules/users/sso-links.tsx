import { Box, Button, Group } from '@mantine/core';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { ConfirmModal, useConfirm } from '../../components/confirm-modal.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { notifySuccess } from '../../components/notifications.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import classes from './users.module.css';

/**
 * The section about single sign-on: identities that are linked to a user, requests for a link, and an
 * unconfirmed email address. Admins link, decline and unlink identities, and confirm the address. Renders
 * nothing for a user who has no such identity, request or address.
 */
export function LinkedSsoIdentities({ userId }: { userId: number }) {
  const query = trpc.sso.links.useQuery({ id: userId });
  const confirmation = useConfirm<SsoLink>();
  const ending = useConfirm<SsoLink>();
  const links = query.data?.links ?? [];
  const isUnconfirmed = query.data?.is_email_unconfirmed === true;
  if (links.length === 0 && !isUnconfirmed) return null;
  const isTied = links.some(({ kind }) => kind !== 'asked');
  return (
    <section className={classes.field} aria-label="Single sign-on">
      <h2 className={classes.label}>Single sign-on</h2>
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.id}>
            <p>{linkSentence(link)}</p>
            <p className={classes.facts}>{linkFacts(link)}</p>
            <Group gap={8} mt="sm">
              {link.kind === 'asked' && !isTied && (
                <Button variant="default" onClick={() => confirmation.ask(link)}>
                  Link
                </Button>
              )}
              <Button variant="subtle" color="signal" onClick={() => ending.ask(link)}>
                {link.kind === 'asked' ? 'Decline' : 'Unlink'}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {isUnconfirmed && <UnconfirmedAddress userId={userId} />}
      <SsoLinkModal act="confirm" userId={userId} asked={confirmation} />
      <SsoLinkModal act="end" userId={userId} asked={ending} />
    </section>
  );
}

/**
 * A notice with a button that confirms an email address that the provider has not verified. An unconfirmed
 * address gets no mail.
 */
function UnconfirmedAddress({ userId }: { userId: number }) {
  const { sso } = trpc.useUtils();
  const confirm = trpc.sso.confirmEmail.useMutation({
    onSuccess: (data) => {
      sso.links.setData({ id: userId }, data);
      notifySuccess('Email address confirmed');
    },
  });
  return (
    <div>
      <p>
        The provider does not say whether the email address is theirs. It gets no mail until you confirm it.
      </p>
      {confirm.error && <ErrorAlert failure={parseApiError(confirm.error)} />}
      <Group gap={8} mt="sm">
        <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate({ id: userId })}>
          Confirm address
        </Button>
      </Group>
    </div>
  );
}

interface SsoLinkModalProps {
  act: 'confirm' | 'end';
  userId: number;
  asked: ReturnType<typeof useConfirm<SsoLink>>;
}

/** A dialog that asks before an identity is linked, declined or unlinked. */
function SsoLinkModal({ act, userId, asked: { item, isOpen, close } }: SsoLinkModalProps) {
  const { sso } = trpc.useUtils();
  const { done, ...words } = askingWords(act, item);
  const onSuccess = (data: ApiOutputs['sso']['links']) => {
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

type SsoLink = ApiOutputs['sso']['links']['links'][number];

function linkSentence({ kind }: SsoLink): string {
  if (kind === 'came')
    return 'Created by single sign-on. The role is updated from the provider at each sign-in.';
  if (kind === 'linked') return 'Linked to single sign-on. The role is managed here.';
  return 'Someone with this email address has asked to sign in to this account by single sign-on.';
}

/**
 * Returns the identity at the provider as text, with the time of the last sign-in. Only `subject` identifies
 * the person, because other people may have the same name or claim the same email address.
 */
function linkFacts({ name, email, is_email_verified, issuer, subject, last_used_at }: SsoLink): string {
  const address = email && `${email}${is_email_verified ? '' : ' (not verified by the provider)'}`;
  const person = [name, address].filter(Boolean).join(', ') || 'Unknown name';
  return `${person}; ${subject} at ${issuer}. Last sign-in ${formatDateTime(last_used_at)}.`;
}

interface Asking {
  title: string;
  question: string;
  answer: string;
  busyAnswer: string;
  done: string;
}

/**
 * Returns the texts of the dialog that asks before an identity is linked, declined or unlinked. `done` is the
 * notice after success.
 */
function askingWords(act: 'confirm' | 'end', link: SsoLink | undefined): Asking {
  const person = link?.name ?? link?.email ?? 'They';
  if (act === 'confirm') {
    return {
      title: 'Link to single sign-on',
      question: `Link ${person} to this account? They will be able to sign in to it by single sign-on.`,
      answer: 'Link',
      busyAnswer: 'Linking...',
      done: 'Account linked',
    };
  }
  if (link?.kind === 'asked') {
    return {
      title: 'Decline',
      question: `${person} will not get access to this account. They can ask again.`,
      answer: 'Decline',
      busyAnswer: 'Declining...',
      done: 'Request declined',
    };
  }
  return {
    title: 'Unlink',
    question: `${person} will be signed out everywhere and can no longer use single sign-on for this account. If they have no password, send them a password reset link.`,
    answer: 'Unlink',
    busyAnswer: 'Unlinking...',
    done: 'Account unlinked',
  };
}

const verdicts = { fine: 'OK', note: 'Warning', wrong: 'Error' };

/**
 * A button that tests each step of single sign-on, and a dialog that explains the results. The test signs
 * nobody in.
 */
export function SsoCheckModal() {
  const test = trpc.sso.check.useMutation();
  const isOpen = test.isSuccess || test.isError;
  return (
    <>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Test single sign-on
      </Button>
      <Dialog opened={isOpen} onClose={test.reset} title="Test single sign-on" size="lg">
        {test.error && <ErrorAlert failure={parseApiError(test.error)} />}
        <dl className={classes.findings}>
          {test.data?.findings.map(({ step, verdict, words }) => (
            <div key={step}>
              <dt className={classes.step}>
                {step} <span data-verdict={verdict}>{verdicts[verdict]}</span>
              </dt>
              <Box component="dd" mt={4}>
                {words}
              </Box>
            </div>
          ))}
        </dl>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={test.reset}>
            Close
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
