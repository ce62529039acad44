import { Alert, Button } from '@mantine/core';
import { BusyButton } from '../../components/busy-button.tsx';
import { parseApiError } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ApiOutputs } from '../../../api/types.ts';
import { formatDateTime } from '../../core/format-dates.ts';
import classes from './settings.module.css';

type Status = ApiOutputs['mailbox']['status'];
type Test = ApiOutputs['mailbox']['test'];

const signInWords = { password: 'with a password', oauth: 'with OAuth' } as const;

interface MailboxPanelProps {
  serverName: string;
  onServerName: (name: string) => void;
}

/** What is configured on the server, how far it is, and a test of it. */
export function MailboxPanel({ serverName, onServerName }: MailboxPanelProps) {
  const status = trpc.mailbox.status.useQuery();
  const utils = trpc.useUtils();
  const test = trpc.mailbox.test.useMutation({ onSettled: () => utils.mailbox.status.invalidate() });
  if (!status.data) return null;
  const { address, problem, state } = status.data;
  return (
    <section aria-label="Mailbox" className={classes.mailbox}>
      <h2 className={classes.mailboxTitle}>Mailbox</h2>
      {problem && (
        <Alert color="signal" role="alert" title="The mailbox is not read">
          Bad setting of the server: {problem}
        </Alert>
      )}
      {!address && !problem && (
        <p>
          No mailbox is configured on the server (IMAP_URL). Replies then come in only if a mail server hands
          them in.
        </p>
      )}
      {address && <Facts address={address} state={state} />}
      {state?.error && (
        <Alert color="signal" role="alert" title="The last look has failed">
          {state.error}
        </Alert>
      )}
      {address && (
        <BusyButton variant="default" isBusy={test.isPending} onClick={() => test.mutate()}>
          Test the mailbox
        </BusyButton>
      )}
      <div role="status">
        {test.error && (
          <Alert color="signal" title="The test has failed">
            {parseApiError(test.error).message}
          </Alert>
        )}
        {test.data && <TestResult test={test.data} serverName={serverName} onServerName={onServerName} />}
      </div>
    </section>
  );
}

function Facts({ address, state }: { address: NonNullable<Status['address']>; state: Status['state'] }) {
  const { user, host, port, folder, encryption, sign_in } = address;
  return (
    <dl className={classes.mailboxFacts}>
      <dt>Mailbox</dt>
      <dd>
        {user}, {folder}
      </dd>
      <dt>Server</dt>
      <dd>
        {host}:{port}, {encryption}, {signInWords[sign_in]}
      </dd>
      <dt>Last look</dt>
      <dd>{state?.looked_at ? formatDateTime(state.looked_at) : 'Not yet'}</dd>
      {state && (
        <>
          <dt>Mails</dt>
          <dd>
            {state.taken} taken, {state.passed_over} left in the mailbox
          </dd>
          {state.note && (
            <>
              <dt>Begun</dt>
              <dd>{state.note}</dd>
            </>
          )}
        </>
      )}
    </dl>
  );
}

interface TestResultProps extends MailboxPanelProps {
  test: Test;
}

function TestResult({ test: { count, mails, server_name }, serverName, onServerName }: TestResultProps) {
  return (
    <Alert title={`Signed in. The mailbox has ${count === 1 ? 'one mail' : `${count} mails`}.`}>
      {mails.length > 0 && (
        <>
          <p>The last ones would belong here. None was taken.</p>
          <ul className={classes.mailboxMails}>
            {mails.map(({ from, subject, place }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={index}>
                <bdi>{subject || 'Without a subject'}</bdi> (<bdi>{from || 'no sender'}</bdi>): {place}
              </li>
            ))}
          </ul>
        </>
      )}
      {server_name && server_name !== serverName && (
        <Button variant="default" size="compact-sm" onClick={() => onServerName(server_name)}>
          Use {server_name} as the name of your mail server
        </Button>
      )}
    </Alert>
  );
}
