# syntax=docker/dockerfile:1

# To pin the image: --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS build
RUN --mount=type=cache,target=/root/.npm npm ci --workspaces=false
COPY . .
RUN npm run build

# What the server needs while it runs, and nothing that builds.
FROM base AS parts
# The image has its own Node, so the one that npm installs for other machines goes, 189 MB.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspaces=false && \
    rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/.bin/node

FROM base
# The letters of share cards beyond Latin: Arabic, Cyrillic, Greek, Hebrew and most others but Chinese, Japanese and Korean.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-noto-core && rm -rf /var/lib/apt/lists/*
# Programs started by npm write logs and look for updates; neither has a place in a read-only file system.
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_ENV=production MALLOC_ARENA_MAX=2 \
    npm_config_cache=/tmp/npm npm_config_logs_max=0 npm_config_update_notifier=false
COPY --from=parts /app/node_modules node_modules
COPY --from=build /app/vite.config.ts ./
COPY --from=build /app/prisma-free-migrations prisma-free-migrations
COPY --from=build /app/client client
COPY --from=build /app/samples/site samples/site
COPY --from=build /app/src src
COPY --from=build /app/dist dist
# Copied folders are new: what is built must not count as older than its sources.
RUN touch dist/built && mkdir -m 700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD \
    ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start"]
