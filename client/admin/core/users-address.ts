export const usersAddress = '/admin/users';
