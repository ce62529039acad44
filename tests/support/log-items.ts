import type { ActivityModule } from '../../src/shared/module-facts.ts';
import type { Role } from '../../src/shared/roles.ts';
import { buildFormData, type RestCaller } from './callers.ts';
import { toFormTexts } from './api-calls.ts';
import { sampledModules } from './samples.ts';

/**
 * A module, and functions that change the module's items. The functions act as an outside program: they send the
 * change, and they report it to the activity log.
 */
export interface LoggedModule {
  module: ActivityModule;
  role: Role;
  idKey: string;
  titleKey: string;
  /** The key under which a program reports the title of the item. */
  nameKey: 'title' | 'name';
  create(rest: RestCaller, name: string): Promise<number>;
  /** Sets the title and a new value of another column. */
  update(rest: RestCaller, id: number, name: string): Promise<number>;
  remove(rest: RestCaller, id: number): Promise<number>;
}

let updates = 0;

export const loggedModules = sampledModules.map((module): LoggedModule => {
  const { log, idKey, title, path, roles, sample, picture, columns } = module;
  const [varied, { kind }] = Object.entries(columns).find(
    ([key, column]) => key !== title && ['text', 'line', 'note', 'link'].includes(column.kind),
  )!;
  const url = `/api${path}`;
  const body = (name: string, more = {}) => {
    const words = { ...sample(), [title]: name };
    return picture ? buildFormData(toFormTexts({ ...words, ...more })) : { ...words, ...more };
  };
  return {
    module: log,
    idKey,
    titleKey: title,
    nameKey: title === 'name' ? 'name' : 'title',
    role: roles.find((role) => role !== 'admin')!,
    create: async (rest, name) => (await rest.post(url, body(name))).body.id,
    update: async (rest, id, name) => {
      const item = `${url}/${id}`;
      updates += 1;
      // Each update changes something, because a save without a change is not logged.
      const change = { [varied]: kind === 'link' ? `https://example.com/${updates}` : `Text ${updates}` };
      const sent = body(name, { ...change, ...(picture && { _method: 'PUT' }) });
      return (await (picture ? rest.post(item, sent) : rest.put(item, sent))).status;
    },
    remove: async (rest, id) => (await rest.delete(`${url}/${id}`)).status,
  };
});
