// The fixed lists and numbers of docs/product.md, §9.

export const blogCategories = [
  'Technology',
  'Development',
  'Innovation',
  'Company News',
  'Industry Trends',
] as const;
export type BlogCategory = (typeof blogCategories)[number];

export const teamSections = [
  { value: 'leadership', label: 'Leadership' },
  { value: 'development', label: 'Development' },
  { value: 'human-resource', label: 'Human Resource' },
  { value: 'tech-support', label: 'Application Tech Support' },
] as const;
export type TeamSection = (typeof teamSections)[number]['value'];

export const teamRoles = [
  'Chief Executive Officer',
  'Chief Technology Officer',
  'Chief Operating Officer',
  'General Manager',
  'Director of Technology',
  'Director of Operations',
  'Senior Developer',
  'Full Stack Developer',
  'Frontend Developer',
  'Backend Developer',
  'Mobile Developer',
  'HR Manager',
  'HR Officer',
  'Recruitment Specialist',
  'Training Coordinator',
  'Executive Assistant',
  'Technical Support Lead',
  'Technical Support Specialist',
  'Application Support Engineer',
  'System Support Analyst',
] as const;
export type TeamRole = (typeof teamRoles)[number];

export const jobTypes = ['Full-time', 'Part-time', 'Contract', 'Internship'] as const;
export type JobType = (typeof jobTypes)[number];

export const portfolioCategories = [
  'IT Support',
  'System Migration',
  'Web Development',
  'Cloud Solutions',
  'Network Infrastructure',
] as const;
export type PortfolioCategory = (typeof portfolioCategories)[number];

/** The number of rows on a page, for lists that do not belong to a module. */
export const pageSizes = {
  inbox: 10,
  activities: 15,
  users: 12,
  security: 20,
  trash: 12,
} as const;

export const maxImageBytes = 10 * 1024 * 1024;

export const imageHint = 'recommended 1200x800px, max 10MB';

export const activityTypes = ['create', 'update', 'delete'] as const;
export type ActivityType = (typeof activityTypes)[number];

export const messageKinds = ['contact', 'quotation', 'internship', 'application'] as const;
export type MessageKind = (typeof messageKinds)[number];
