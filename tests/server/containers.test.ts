import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { settingNames } from '../../src/config/env.ts';

const Service = z.object({
  image: z.string(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  privileged: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  restart: z.string().optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  networks: z.array(z.string()).default(['default']),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  ports: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.object({ internal: z.boolean() })),
});

const compose = Compose.parse(parse(await readFile('compose.yaml', 'utf8'), { merge: true }));
const dockerfile = await readFile('Dockerfile', 'utf8');
/** The settings that the image itself has, because they are of the container. */
const ofImage = ['HOST', 'PORT', 'DATA_DIR'];

test('every setting of the program reaches the containers, from the shell and from .env, and no other', () => {
  for (const name of ['one', 'two']) {
    const { environment } = compose.services[name]!;
    expect(Object.keys(environment)).toEqual(settingNames.filter((setting) => !ofImage.includes(setting)));
    for (const [setting, value] of Object.entries(environment))
      if (setting !== 'DATABASE_URL') expect(value).toMatch(new RegExp(`^\\$\\{${setting}:-[^}]*\\}$`));
  }
  for (const setting of ofImage) expect(dockerfile).toMatch(new RegExp(`^ENV .*\\b${setting}=`, 'm'));
});

test('every container can write nothing but its data, gains no rights, has limits and is watched', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
      restart: 'unless-stopped',
      logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    });
    expect(service.privileged, name).toBeUndefined();
    expect(service.cap_add, name).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : []);
    // The image of the program has its own check.
    if (service.image !== 'atrium') expect(service.healthcheck, name).toBeDefined();
  }
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
});

test('only the instances reach the database', () => {
  expect(compose.networks).toEqual({ database: { internal: true } });
  const reaching = Object.entries(compose.services).filter(([, { networks }]) =>
    networks.includes('database'),
  );
  expect(reaching.map(([name]) => name).sort()).toEqual(['db', 'one', 'two']);
  expect(compose.services.db!.networks).toEqual(['database']);
});

test('only the proxy has a port, which others than this machine reach only if it is published to them', () => {
  const ports = Object.entries(compose.services).flatMap(([name, service]) =>
    service.ports.map((port) => [name, port]),
  );
  expect(ports).toEqual([['proxy', `\${PUBLISH:-127.0.0.1:8080}:8080`]]);
});

test('every image can be pinned by its digest, and that of the program runs as an ordinary user on one Node', () => {
  for (const [name, { image }] of Object.entries(compose.services))
    expect(image, name).toMatch(/^(atrium|\$\{[A-Z]+_IMAGE:-[a-z]+:\d+\})$/);
  const from = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(from.filter((image) => image !== 'base')).toEqual([`\${NODE_IMAGE}`]);
  expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:\d+\.\d+\.\d+-\S+$/m);
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toContain('rm -rf node_modules/node-linux-*');
  // The client for programs has no place in the image.
  expect(dockerfile).not.toMatch(/npm ci(?!.* --workspaces=false)/);
});
