import { sql } from 'kysely';
import type { Connection } from '../database/ctx.ts';
import { isPublicSql } from '../database/list/public-at.ts';
import { galleryModule } from '../modules/gallery/gallery.facts.ts';
import { factsByModule } from '../shared/module-facts.ts';
import type { FilledParts } from '../shared/settings/linked-parts.ts';

/** Returns which parts of the site have content that visitors see at this moment. */
export async function readFilledParts(read: Connection, now: Date): Promise<FilledParts> {
  const shows = (table: string) =>
    sql`exists (select 1 from ${sql.table(table)} where ${isPublicSql(table, now)})`;
  const { rows } = await sql<Record<keyof FilledParts, boolean | number>>`select
    ${shows(factsByModule.blog.table)} as blog,
    ${shows(factsByModule.portfolio.table)} as portfolio,
    ${shows(factsByModule.team.table)} as team,
    ${shows(factsByModule.jobs.table)} as career,
    (
      exists (select 1 from media_uses where module = ${galleryModule})
      or exists (
        select 1 from media_uses
        where module = ${factsByModule.portfolio.log} and place = 'gallery'
          and item_id in ${sampleProjectIdsSql(now)}
      )
    ) as gallery`.execute(read);
  const { blog, portfolio, team, career, gallery } = rows[0]!;
  return {
    blog: Boolean(blog),
    portfolio: Boolean(portfolio),
    team: Boolean(team),
    career: Boolean(career),
    gallery: Boolean(gallery),
  };
}

/**
 * Returns the SQL that selects the ids of the sample projects that visitors see. The gallery shows the
 * pictures of these projects until it has an album.
 */
export function sampleProjectIdsSql(moment: unknown) {
  const { table, log } = factsByModule.portfolio;
  return sql<number>`(select id from ${sql.table(table)}
    where ${isPublicSql(table, moment)} and id in (select row_id from starter_rows where module = ${log}))`;
}
