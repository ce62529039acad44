import { Checkbox } from '@mantine/core';
import { hasGrant } from '../../../src/shared/grants.ts';
import type { Role } from '../../../src/shared/roles.ts';
import { adminScopes, isScopeOfRole, type Scope, scopes } from '../../../src/shared/scopes.ts';
import { useCurrentUser } from '../core/admin-context.ts';
import { subjectLabel } from './scope-labels.ts';
import classes from './api-tokens.module.css';

const subjects = [...new Set(scopes.map((scope) => scope.split(':')[0]!))];

interface ScopeTableProps {
  /** Only the scopes of this role are offered. */
  role: Role;
  chosen: readonly Scope[];
  error: string | undefined;
  onChange: (chosen: Scope[]) => void;
}

/** A row for each part of the site. Writing includes reading. */
export function ScopeTable({ role, chosen, error, onChange }: ScopeTableProps) {
  const isAdmin = hasGrant(useCurrentUser().role, 'users:manage');
  const offered = scopes.filter(
    (scope) => isScopeOfRole(role, scope) && (isAdmin || !adminScopes.includes(scope)),
  );
  const toggle = (scope: Scope, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, scope] : chosen.filter((one) => one !== scope));
  const cell = (subject: string, act: 'read' | 'write', label: string) => {
    // Handing in mails is a kind of writing.
    const names = [`${subject}:${act}`, ...(act === 'write' ? [`${subject}:receive`] : [])];
    const scope = offered.find((one) => names.includes(one));
    if (!scope) return <td />;
    const isIncluded = act === 'read' && chosen.some((one) => one === `${subject}:write`);
    return (
      <td>
        <Checkbox
          aria-label={`${label}: ${act}`}
          aria-describedby={error ? 'scope-error' : undefined}
          checked={isIncluded || chosen.includes(scope)}
          disabled={isIncluded}
          onChange={(event) => toggle(scope, event.currentTarget.checked)}
        />
      </td>
    );
  };
  return (
    <div>
      <table className={classes.scopes}>
        <caption>What the program may do</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Read</th>
            <th scope="col">Write</th>
          </tr>
        </thead>
        <tbody>
          {subjects
            .filter((subject) => offered.some((scope) => scope.startsWith(`${subject}:`)))
            .map((subject) => (
              <tr key={subject}>
                <th scope="row">{subjectLabel(subject)}</th>
                {cell(subject, 'read', subjectLabel(subject))}
                {cell(subject, 'write', subjectLabel(subject))}
              </tr>
            ))}
        </tbody>
      </table>
      {error && (
        <p id="scope-error" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
