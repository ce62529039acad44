import { Box, Button, Group } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { useAsk } from '../../components/ask.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { formatDateTime } from '../../core/format-dates.ts';
import { UserSection } from './user-section.tsx';
import classes from './users.module.css';

/** Linked identities, requests for a link, and an unconfirmed address. Renders nothing without any. */
export function LinkedSsoIdentities({ userId }: { userId: number }) {
  const query = trpc.sso.links.useQuery({ id: userId });
  const ask = useAskLink(userId);
  const links = query.data?.links ?? [];
  const isUnconfirmed = query.data?.is_email_unconfirmed === true;
  if (links.length === 0 && !isUnconfirmed) return null;
  const isTied = links.some(({ kind }) => kind !== 'asked');
  return (
    <UserSection title="Single sign-on">
      <ul className={classes.links}>
        {links.map((link) => (
          <li key={link.id}>
            <p>{linkSentence(link)}</p>
            <p className={classes.facts}>{linkFacts(link)}</p>
            <Group gap={8} mt="sm">
              {link.kind === 'asked' && !isTied && (
                <Button variant="default" onClick={() => ask('confirm', link)}>
                  Link
                </Button>
              )}
              <Button variant="subtle" color="signal" onClick={() => ask('end', link)}>
                {link.kind === 'asked' ? 'Decline' : 'Unlink'}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      {isUnconfirmed && <UnconfirmedAddress userId={userId} />}
    </UserSection>
  );
}

/** The provider has not verified the address, so it gets no mail. */
function UnconfirmedAddress({ userId }: { userId: number }) {
  const confirm = trpc.sso.confirmEmail.useMutation({ meta: { done: 'Email address confirmed' } });
  return (
    <div>
      <p>
        The provider does not say whether the email address is theirs. It gets no mail until you confirm it.
      </p>
      {confirm.error && <ErrorAlert failure={parseApiError(confirm.error)} />}
      <Group gap={8} mt="sm">
        <BusyButton
          variant="default"
          isBusy={confirm.isPending}
          onClick={() => confirm.mutate({ id: userId })}
        >
          Confirm address
        </BusyButton>
      </Group>
    </div>
  );
}

function useAskLink(userId: number) {
  const ask = useAsk();
  const meta = (done: string) => ({ meta: { done } });
  const confirm = trpc.sso.confirmLink.useMutation(meta('Account linked'));
  const decline = trpc.sso.endLink.useMutation(meta('Request declined'));
  const unlink = trpc.sso.endLink.useMutation(meta('Account unlinked'));
  return (act: 'confirm' | 'end', link: SsoLink) => {
    const call = act === 'confirm' ? confirm : link.kind === 'asked' ? decline : unlink;
    ask({
      ...askingWords(act, link),
      isDangerous: act === 'end',
      run: () => call.mutateAsync({ id: userId, link_id: link.id }),
    });
  };
}

type SsoLink = ApiOutputs['sso']['links']['links'][number];

function linkSentence({ kind }: SsoLink): string {
  if (kind === 'came')
    return 'Created by single sign-on. The role is updated from the provider at each sign-in.';
  if (kind === 'linked') return 'Linked to single sign-on. The role is managed here.';
  return 'Someone with this email address has asked to sign in to this account by single sign-on.';
}

/** Only `subject` identifies the person: others may have the same name or claim the same address. */
function linkFacts({ name, email, is_email_verified, issuer, subject, last_used_at }: SsoLink): string {
  const address = email && `${email}${is_email_verified ? '' : ' (not verified by the provider)'}`;
  const person = [name, address].filter(Boolean).join(', ') || 'Unknown name';
  return `${person}; ${subject} at ${issuer}. Last sign-in ${formatDateTime(last_used_at)}.`;
}

function askingWords(act: 'confirm' | 'end', link: SsoLink) {
  const person = link.name ?? link.email ?? 'They';
  if (act === 'confirm') {
    return {
      title: 'Link to single sign-on',
      question: `Link ${person} to this account? They will be able to sign in to it by single sign-on.`,
      answer: 'Link',
      busyAnswer: 'Linking...',
    };
  }
  if (link.kind === 'asked') {
    return {
      title: 'Decline',
      question: `${person} will not get access to this account. They can ask again.`,
      answer: 'Decline',
      busyAnswer: 'Declining...',
    };
  }
  return {
    title: 'Unlink',
    question: `${person} will be signed out everywhere and can no longer use single sign-on for this account. If they have no password, send them a password reset link.`,
    answer: 'Unlink',
    busyAnswer: 'Unlinking...',
  };
}

const verdicts = { fine: 'OK', note: 'Warning', wrong: 'Error' };

/** The test signs nobody in. */
export function SsoCheckModal() {
  const test = trpc.sso.check.useMutation({ meta: { changesNothing: true } });
  const isOpen = test.isSuccess || test.isError;
  return (
    <>
      <BusyButton variant="default" isBusy={test.isPending} onClick={() => test.mutate()}>
        Test single sign-on
      </BusyButton>
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
