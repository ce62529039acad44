import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';
import { isPostgresql } from './listed-tables.ts';

type Db = Kysely<unknown>;

const table = 'post_tags';

/** Adds the author of a post, and an index of posts by tag. Triggers fill this index. */
export class TagsAuthors extends Migration {
  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    // Changing many rows takes longer than the usual time limit of a statement.
    if (isPostgresql(db)) await sql`set local statement_timeout = 0`.execute(db);
    await db.schema.alterTable('posts').addColumn('author', 'text').execute();
    await db.schema
      .createTable(table)
      .addColumn('tag', 'text', (col) => col.notNull())
      .addColumn('post_id', 'integer', (col) => col.notNull().references('posts.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('post_tags_pkey', ['tag', 'post_id'])
      .execute();
    await db.schema.createIndex('post_tags_post_id_index').on(table).column('post_id').execute();
    await (isPostgresql(db) ? fillOnPostgresql(db) : fillOnSqlite(db));
  }

  override async down(): Promise<void> {
    const db = this.getEntityManager().getKysely<unknown>();
    for (const event of ['insert', 'update']) {
      const trigger = sql.id(`posts_tagged_${event}`);
      await (isPostgresql(db) ? sql`drop trigger ${trigger} on posts` : sql`drop trigger ${trigger}`).execute(
        db,
      );
    }
    if (isPostgresql(db)) await sql`drop function posts_tagged()`.execute(db);
    await db.schema.dropTable(table).execute();
    await db.schema.alterTable('posts').dropColumn('author').execute();
  }
}

async function fillOnSqlite(db: Db): Promise<void> {
  const add = sql`insert or ignore into post_tags (tag, post_id) select value, new.id from json_each(new.tags);`;
  await sql`insert or ignore into post_tags (tag, post_id)
    select value, posts.id from posts, json_each(posts.tags)`.execute(db);
  await sql`create trigger posts_tagged_insert after insert on posts begin ${add} end`.execute(db);
  await sql`create trigger posts_tagged_update after update of tags on posts when new.tags <> old.tags
    begin delete from post_tags where post_id = old.id; ${add} end`.execute(db);
}

async function fillOnPostgresql(db: Db): Promise<void> {
  await sql`insert into post_tags (tag, post_id)
    select value, posts.id from posts, jsonb_array_elements_text(posts.tags) on conflict do nothing`.execute(
    db,
  );
  await sql`create function posts_tagged() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' then delete from post_tags where post_id = old.id; end if;
    insert into post_tags (tag, post_id)
      select value, new.id from jsonb_array_elements_text(
        case jsonb_typeof(new.tags) when 'array' then new.tags else '[]' end) on conflict do nothing;
    return null;
  end $$`.execute(db);
  await sql`create trigger posts_tagged_insert after insert on posts
    for each row execute function posts_tagged()`.execute(db);
  await sql`create trigger posts_tagged_update after update of tags on posts
    for each row when (new.tags is distinct from old.tags) execute function posts_tagged()`.execute(db);
}
