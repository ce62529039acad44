import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { choiceListsOf } from './choice-lists.ts';
import { callProcedure } from './api-calls.ts';
import { randomFrom } from './random.ts';
import type { TestApp } from './test-app.ts';

const services = ['IT Support', 'Network Infrastructure', 'Cloud Solutions'];
const words = { person: 'P', role: 'R', company: 'C', is_published: true };

/**
 * The stored content of a row. `service` is the original name of a list entry, which may have been renamed since.
 * `project` is the id of a project that may be in the trash.
 */
interface State {
  quote: string;
  service: string;
  project: number | null;
}

interface Row {
  id: number;
  /** The states of the row in the order of its versions. The last state is the present one. */
  states: State[];
  /** The versions that bulk moves have created. */
  moves: number[];
}

/** A change that the server has acknowledged. */
interface Change {
  row: Row;
  version: number;
  make(before: State, states: readonly State[]): State;
  isMove?: boolean;
  isRestore?: boolean;
}

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the model reads responses like a caller without types
  body: any;
}

/**
 * Sends saves, bulk moves, undos and restores at once, in rounds. Between the rounds, an entry of the list is renamed,
 * and a project is moved to the trash or restored. After each round, the rows must match a simple model: the
 * acknowledged changes, applied in the order of the versions that the server gave them.
 */
export async function playSaves(
  site: TestApp,
  { seed, rounds, atOnce }: { seed: number; rounds: number; atOnce: number },
): Promise<{ saves: number; undone: number; restored: number; leftOut: number }> {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
  const act = async (
    name: string,
    input: Record<string, unknown>,
    expected = [200, 201],
  ): Promise<Answer> => {
    const answer = await callProcedure(site, 'rest', 'admin', name, input);
    expect(expected, `${name}: ${JSON.stringify(answer.body)}`).toContain(answer.status);
    return answer;
  };
  const counts = { saves: 0, undone: 0, restored: 0, leftOut: 0 };

  const names = new Map(services.map((service) => [service, service]));
  const projects: number[] = [];
  const gone = new Set<number>();
  for (let at = 0; at < 3; at += 1) {
    const project = { title: `Bridge ${at}`, category: services[0], description: 'Plain', client: 'A town' };
    projects.push((await act('portfolio.create', project)).body.portfolio.id);
  }
  const rows: Row[] = [];
  for (let at = 0; at < 5; at += 1) {
    const state: State = { quote: `Row ${at}`, service: pick(services), project: pick(projects) };
    const { body } = await act('testimonials.create', inputOf(state));
    rows.push({ id: body.testimonial.id, states: [state], moves: [] });
  }
  function inputOf({ quote, service, project }: State) {
    return { ...words, quote, service: names.get(service), project_id: project ?? '' };
  }
  const isThere = (project: number | null) => project !== null && !gone.has(project);

  // Each of these functions makes a change, and returns the changes that the server has acknowledged.
  const save = async (row: Row, at: number): Promise<Change[]> => {
    const there = projects.filter(isThere);
    const state = { quote: `Save ${at}`, service: pick(services), project: pick([null, ...there]) };
    const { body } = await act('testimonials.update', { id: row.id, ...inputOf(state) });
    counts.saves += 1;
    return [{ row, version: body.testimonial.version, make: () => state }];
  };
  const move = async (moved: Row[]): Promise<Change[]> => {
    const service = pick(services);
    const ids = moved.map(({ id }) => id);
    const { body } = await act('testimonials.regroup', { ids, service: names.get(service) });
    const make = (before: State) => ({ ...before, service });
    return changedIn(body).map(({ row, version }) => ({ row, version, make, isMove: true }));
  };
  const undo = async (row: Row): Promise<Change[]> => {
    const version = row.moves.at(-1);
    if (version === undefined) return [];
    const { body } = await act('testimonials.undoMany', { rows: [{ id: row.id, version }] });
    const make = (before: State, states: readonly State[]) => {
      // The server may undo only the last change of a row.
      expect(states, `the undo of version ${version} of row ${row.id}`).toHaveLength(version);
      return { ...before, service: states[version - 2]!.service };
    };
    const changes = changedIn(body).map((changed) => ({ ...changed, make }));
    counts.undone += changes.length;
    return changes;
  };
  /** Restores a random version whose state passes `wanted`, if there is one. */
  const restore = async (row: Row, wanted: (state: State) => boolean = () => true): Promise<Change[]> => {
    const chance = random();
    // A save that changes nothing increases the version number of the row, but stores no version.
    const { body: listed } = await act('versions.testimonials.list', { id: row.id });
    const known = (listed.versions as { number: number }[])
      .map(({ number }) => number)
      // A row keeps 50 versions. The saves of one round must not delete the version that is to be restored.
      .slice(0, 30)
      .filter((number) => number <= row.states.length && wanted(row.states[number - 1]!));
    if (known.length === 0) return [];
    const number = known[Math.floor(chance * known.length)]!;
    const { project, ...state } = row.states[number - 1]!;
    const { body } = await act('versions.testimonials.restore', { id: row.id, number });
    const isLost = project !== null && !isThere(project);
    expect(body.left_out, `version ${number} of row ${row.id}`).toEqual(isLost ? ['project_id'] : []);
    counts.restored += 1;
    if (isLost) counts.leftOut += 1;
    const restored = { ...state, project: isLost ? null : project };
    return [{ row, version: body.testimonial.version, make: () => restored, isRestore: true }];
  };
  const changedIn = (body: Answer['body']): { row: Row; version: number }[] =>
    (body.results as { id: number; outcome: string; version?: number }[]).flatMap(({ id, version }) =>
      version === undefined ? [] : [{ row: rows.find((row) => row.id === id)!, version }],
    );

  for (let round = 0; round < rounds; round += 1) {
    const changes = await Promise.all(
      Array.from({ length: atOnce }, (_, at) => {
        const chance = random();
        if (chance < 0.55) return save(pick(rows), round * atOnce + at);
        if (chance < 0.75) return move(rows.filter(() => random() < 0.5).concat(pick(rows)));
        return chance < 0.9 ? undo(pick(rows)) : restore(pick(rows));
      }),
    );
    replay(changes.flat());

    // These changes are made one after the other.
    const service = pick(services);
    await rename(service, `${service} ${round + 1}`);
    const project = pick(projects);
    if (isThere(project)) {
      await act('portfolio.remove', { id: project });
      gone.add(project);
    } else {
      await act('trash.portfolio.restore', { id: project });
      gone.delete(project);
    }
    for (const row of rows.filter(() => random() < 0.5)) replay(await undo(row));
    const isLost = ({ project: named }: State) => named !== null && gone.has(named);
    for (const row of rows) replay(await restore(row, isLost));
    await compare();
  }
  return counts;

  async function rename(service: string, name: string): Promise<void> {
    const { status, body } = await choiceListsOf(site).rename(
      'portfolio_categories',
      names.get(service)!,
      name,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    names.set(service, name);
  }

  function replay(changes: readonly Change[]): void {
    const inOrder = changes.toSorted(
      (a, b) => a.version - b.version || Number(a.isRestore ?? false) - Number(b.isRestore ?? false),
    );
    for (const { row, version, make, isMove, isRestore } of inOrder) {
      // A restore of the present state increases the version number only if the restore happens in a later
      // millisecond.
      const isPresent =
        isRestore && isDeepStrictEqual(make(row.states.at(-1)!, row.states), row.states.at(-1));
      if (isPresent && version === row.states.length) continue;
      expect(version, `a version of row ${row.id} is missing or given twice`).toBe(row.states.length + 1);
      row.states.push(make(row.states.at(-1)!, row.states));
      if (isMove) row.moves.push(version);
    }
  }

  async function compare(): Promise<void> {
    const { body } = await act('testimonials.list', { per_page: 100 });
    const stored = (body.testimonials as Record<string, unknown>[]).map((row) => ({
      id: row.id,
      version: row.version,
      quote: row.quote,
      service: row.service,
      project_id: row.project_id,
    }));
    const model = rows.map(({ id, states }) => {
      const { quote, service, project } = states.at(-1)!;
      const project_id = isThere(project) ? project : null;
      return { id, version: states.length, quote, service: names.get(service), project_id };
    });
    expect(stored.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(model);
    const known = [...names.values()];
    const ghosts = Object.keys(body.stats.by).filter(
      (name) => !known.includes(name) && body.stats.by[name] > 0,
    );
    expect(ghosts, 'values that no list has').toEqual([]);
  }
}
