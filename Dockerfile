# Warpproof with Clang and its solver: docker run --rm -v "$PWD:/src" warpproof check kernel.cu
FROM rust:1-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends clang python3-pip && rm -rf /var/lib/apt/lists/*
COPY . /build
WORKDIR /build
RUN scripts/setup && scripts/release && mv dist/warpproof-*-linux /warpproof

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends clang git && rm -rf /var/lib/apt/lists/*
COPY --from=build /warpproof /usr/local
WORKDIR /src
ENTRYPOINT ["warpproof"]
CMD ["--help"]
