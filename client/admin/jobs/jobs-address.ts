export const jobsAddress = '/admin/jobs';
