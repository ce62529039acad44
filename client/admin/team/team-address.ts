export const teamAddress = '/admin/team';
