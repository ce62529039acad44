import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns, takeOver, type WordsOf } from '../../database/columns.ts';
import { PicturePath } from '../../database/file-columns.ts';
import { fold } from '../../database/search/search.ts';
import type { PortfolioCategory } from '../../shared/catalog.ts';
import type { ProjectView } from './project.schema.ts';

export const ProjectSchema = defineEntity({
  name: 'Project',
  tableName: 'projects',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['category', 'created_at', 'id'] },
    { properties: ['id', 'updated_at'] },
    { properties: ['image'] },
  ],
  properties: {
    ...editableColumns(),
    title: p.text(),
    category: p.text().$type<PortfolioCategory>(),
    description: p.text(),
    client: p.text(),
    /** A path below `uploads/`, which other rows may show too, or an http(s) address. */
    image: p.type(PicturePath).nullable(),
    technologies: p.json<string[]>(),
    search_text: p.text(),
  },
});

/** What a form may say of a project. */
export type ProjectWords = WordsOf<ProjectView>;

/** A piece of work that the portfolio shows. */
export class Project extends ProjectSchema.class {
  static present(words: ProjectWords, now: Date): Project {
    const project = new Project();
    project.created_at = now;
    project.revise(words, now);
    return project;
  }

  /** Takes over what was written, and what is derived from it; what is absent stays as it is. */
  revise(words: Partial<ProjectWords>, now: Date): void {
    takeOver<Project>(this, words, now);
    this.search_text = fold(this.title, this.client);
  }
}

ProjectSchema.setClass(Project);
