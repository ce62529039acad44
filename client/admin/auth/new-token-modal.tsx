import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { defaultTokenDays, maxTokenDays, type Scope } from '../../../src/shared/scopes.ts';
import { factsByModule, moduleNames } from '../../../src/shared/module-facts.ts';
import type { Role } from '../../../src/shared/roles.ts';
import { trpc } from '../../api/trpc.ts';
import { CopyField } from '../components/copy-field.tsx';
import { Dialog, DialogActions, DialogForm, DialogText } from '../components/dialog.tsx';
import { formatDate } from '../core/format-dates.ts';
import { useSaveErrors } from '../fields/use-save-errors.ts';
import classes from './api-tokens.module.css';
import { ScopeTable } from './scope-table.tsx';

const shown = ['name', 'scopes', 'expires_in_days'];
const lifetimes = [7, 30, defaultTokenDays, 180, maxTokenDays];

interface NewTokenModalProps {
  owner: { id?: number | undefined; role: Role };
  onClose: () => void;
}

/** First name, scopes and lifetime; then the token, once. */
export function NewTokenModal({ owner, onClose }: NewTokenModalProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [days, setDays] = useState(defaultTokenDays);
  const create = trpc.tokens.create.useMutation();
  const errors = useSaveErrors(create.error, shown);
  if (create.data) return <Secret {...create.data} onClose={onClose} />;
  return (
    <DialogForm
      title="New API token"
      failure={errors.failure}
      isBusy={create.isPending}
      saveLabel="Create token"
      busyLabel="Creating..."
      isKept
      onSubmit={() => create.mutate({ name, scopes, expires_in_days: days, user_id: owner.id })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The program that will use it."
        required
        withAsterisk={false}
        maxLength={60}
        data-autofocus
        value={name}
        error={errors.of('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ScopeTable role={owner.role} chosen={scopes} error={errors.of('scopes')} onChange={setScopes} />
      <NativeSelect
        label="Expires in"
        value={days}
        error={errors.of('expires_in_days')}
        data={lifetimes.map((value) => ({ value: String(value), label: `${value} days` }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
    </DialogForm>
  );
}

interface SecretProps {
  token: { name: string; scopes: readonly string[]; expires_at: string };
  secret: string;
  onClose: () => void;
}

/** Only the button closes the dialog, because the token is never shown again. */
function Secret({ token, secret, onClose }: SecretProps) {
  const path = pathFor(token.scopes);
  const example = `curl -H "Authorization: Bearer ${secret}" \\\n  ${window.location.origin}/api${path}`;
  return (
    <Dialog
      opened
      onClose={() => {}}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Store the token now"
    >
      <Stack gap="md">
        <DialogText>
          Give it to the program “{token.name}”. It won’t be shown again, and works until{' '}
          {formatDate(token.expires_at)}.
        </DialogText>
        <CopyField label="API token" text={secret} message="Token copied" />
        {path && (
          <div>
            <p className={classes.exampleTitle}>Try it in a terminal</p>
            <pre className={classes.example}>{example}</pre>
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose}>I have stored it</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

const otherPaths: Record<string, string> = {
  media: '/admin/media',
  inbox: '/admin/messages',
  users: '/admin/users',
  security: '/admin/security-events',
  settings: '/admin/settings',
  activities: '/admin/activities',
  dashboard: '/admin/dashboard/stats',
};

/** Returns the path of an example call. Undefined for `csv:read` alone: a download needs the list's scope too. */
function pathFor(scopes: readonly string[]): string | undefined {
  const paths = scopes.map((scope) => {
    const subject = scope.split(':')[0]!;
    const module = moduleNames.find((name) => name === subject);
    return module ? factsByModule[module].path : otherPaths[subject];
  });
  return paths.find((path) => path !== undefined);
}
