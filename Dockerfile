# The command line in an image that has nothing else: `docker build -t cute-lens .`, then
# `docker run --rm -v "$PWD:/src" cute-lens check .`. `verify` needs a compiler and a GPU, which are not here.
FROM node:20-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
RUN npm run package:npm

FROM node:20-slim
COPY --from=build /build/.tsbuild/npm/cute-lens-*.tgz /tmp/
RUN npm install --global --offline --no-audit --no-fund /tmp/cute-lens-*.tgz && rm /tmp/cute-lens-*.tgz
USER node
WORKDIR /src
ENTRYPOINT ["cute-lens"]
CMD ["--help"]
