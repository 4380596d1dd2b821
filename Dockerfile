# The server with its tools. Data is in the volume /data; see docs/self-hosting.md.
FROM node:24-bookworm-slim

WORKDIR /tutti
# the script marks the packages as installed, so that the commands of the container do not install them again
COPY package.json package-lock.json .npmrc ./
COPY scripts/project.mjs scripts/write-build-files.mjs scripts/install.mjs scripts/
RUN node scripts/install.mjs
COPY . .
RUN node scripts/build.mjs && mkdir /data && chown node:node /data

USER node
VOLUME /data
EXPOSE 8787
HEALTHCHECK --start-period=60s CMD ["node", "scripts/health.mjs", "http://127.0.0.1:8787"]
CMD ["node", "scripts/server.mjs", "--host", "0.0.0.0", "--port", "8787", "--data", "/data"]
