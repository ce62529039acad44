import { Activity } from './modules/activities/activity.entity.ts';
import { Session } from './modules/auth/session.entity.ts';
import { Post } from './modules/blog/post.entity.ts';
import { User } from './modules/users/user.entity.ts';

/** Every entity of the house, handed to the database. */
export const entities = [User, Session, Post, Activity];
