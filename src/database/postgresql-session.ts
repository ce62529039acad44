import type pg from 'pg';

/** What the program relies on, whatever the defaults of database and role are. They keep their `search_path`. */
const reliedOn = {
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  // The entity manager writes values into the text of statements.
  standard_conforming_strings: 'on',
  // Positions of rows are fractions.
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
};

interface SessionLimits {
  /** In milliseconds. 0 means no limit. */
  statementTimeout: number;
  answerTimeout: number;
}

/** By a statement: poolers such as PgBouncer refuse connections that ask for it at the start. */
export async function prepareSession(
  client: pg.ClientBase,
  { statementTimeout, answerTimeout }: SessionLimits,
): Promise<void> {
  const settings = {
    ...reliedOn,
    statement_timeout: String(statementTimeout),
    idle_in_transaction_session_timeout: String(statementTimeout),
  };
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} to '${value}'`);
  const query = { text: statements.join('; '), query_timeout: answerTimeout };
  await client.query(query);
}
