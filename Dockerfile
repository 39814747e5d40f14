# The Conclave image: the built package and its locked dependencies, without dev dependencies.
# The first key: docker run --rm -v conclave:/data conclave keys create me --scope admin
# Then:          docker run -p 4600:4600 -v conclave:/data conclave
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts
RUN node scripts/build.ts /app
RUN npm ci --ignore-scripts --omit=dev --workspaces=false
RUN mv node_modules /app/node_modules

FROM node:24-slim
ENV NODE_ENV=production
COPY --from=build /app /app
RUN ln -s /app/bin/conclave.js /usr/local/bin/conclave
RUN mkdir -p /data && chown node:node /data && chmod 700 /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:4600/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/bin/conclave.js"]
CMD ["serve", "--host", "0.0.0.0"]
