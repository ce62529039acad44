import { defineEntity, p } from '@mikro-orm/core';
import { editableColumns, takeOver, type WordsOf } from '../../database/columns.ts';
import { fold } from '../../database/search/search.ts';
import type { JobType } from '../../shared/catalog.ts';
import type { JobView } from './job.schema.ts';

export const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  indexes: [
    { properties: ['created_at', 'id'] },
    { properties: ['is_active', 'created_at', 'id'] },
    { properties: ['is_active', 'id', 'updated_at'] },
    { properties: ['is_internship', 'created_at', 'id'] },
    { properties: ['is_internship', 'type', 'created_at', 'id'] },
  ],
  properties: {
    ...editableColumns(),
    title: p.text(),
    description: p.text(),
    type: p.text().$type<JobType>(),
    location: p.text(),
    department: p.text(),
    requirements: p.json<string[]>(),
    responsibilities: p.json<string[]>(),
    is_internship: p.boolean(),
    duration: p.text().nullable(),
    is_active: p.boolean(),
    /** Empty: people apply through our own form. */
    application_link: p.text(),
    search_text: p.text(),
  },
});

/** What a form may say of a job. */
export type JobWords = WordsOf<JobView>;

/** A posting: open while it is active. */
export class Job extends JobSchema.class {
  static post(words: JobWords, now: Date): Job {
    const job = new Job();
    job.created_at = now;
    job.revise(words, now);
    return job;
  }

  /** Takes over what was written, and what follows from it; what is absent stays as it is. */
  revise(words: Partial<JobWords>, now: Date): void {
    takeOver<Job>(this, words, now);
    this.duration = (this.is_internship && this.duration) || null;
    this.search_text = fold(this.title, this.department, this.location);
  }
}

JobSchema.setClass(Job);
