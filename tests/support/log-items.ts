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
  update(rest: RestCaller, id: number, name: string): Promise<number>;
  remove(rest: RestCaller, id: number): Promise<number>;
}

export const loggedModules = sampledModules.map((module): LoggedModule => {
  const { log, idKey, title, path, roles, sample, picture } = module;
  const url = `/api${path}`;
  const body = (name: string, more = {}) => {
    const words = { ...sample(), [title]: name };
    return picture ? buildFormData(toFormTexts({ ...words, ...more })) : words;
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
      const sent = body(name, { _method: 'PUT' });
      return (await (picture ? rest.post(item, sent) : rest.put(item, sent))).status;
    },
    remove: async (rest, id) => (await rest.delete(`${url}/${id}`)).status,
  };
});
