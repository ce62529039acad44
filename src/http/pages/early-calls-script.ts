import { factsOf, type ModuleName } from '../../shared/module-facts.ts';
import { grants } from '../../shared/grants.ts';
import { earlyCallsKey, firstPageQuery, queryAddress } from '../../shared/early-calls.ts';

/**
 * Returns a script for the document of the panel. While the program is still loading, the script requests the
 * first page of a module's list and the settings of the site. The program takes over the responses
 * (`client/api/early-calls.ts`). Only the browser has the token, so the server cannot put the rows into the
 * document. For a role that may not see the list, the script requests nothing, because the server would
 * record a denial.
 */
export function earlyCallsScript(name: ModuleName, nonce: string): string {
  const addresses = [
    queryAddress('site.settings'),
    queryAddress(`${name}.list`, firstPageQuery(factsOf(name).pageSize)),
  ];
  const roles = grants[`${name}:manage`];
  const script = `const storage = sessionStorage.getItem('admin_token') ? sessionStorage : localStorage;
const token = storage.getItem('admin_token');
if (token && !location.search && ${JSON.stringify(roles)}.includes(JSON.parse(storage.getItem('admin_user'))?.role?.toLowerCase())) {
  const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest', Authorization: 'Bearer ' + token };
  window.${earlyCallsKey} = new Map(${JSON.stringify(addresses)}.map((address) => [address, { token, answer: fetch(address, { headers }) }]));
  for (const { answer } of window.${earlyCallsKey}.values()) answer.catch(() => {});
}`.replaceAll(/\n\s*/g, '');
  return `<script nonce="${nonce}">{${script}}</script>`;
}
