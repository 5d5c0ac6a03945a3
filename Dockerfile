# The image of the GitHub Action. It holds claimdiff, its run-time packages and git, and nothing of the repository that it checks.
#
# The base image is named by its exact tag. A digest is stricter still, and can be put behind the tag (@sha256:…) by whoever
# can look one up; where this file was written no registry could be asked.
FROM docker.io/library/python:3.13.9-slim-bookworm AS build

WORKDIR /source
COPY . .
# Byte code is compiled here: the container is new at each run, and would compile what it imports every time.
RUN python -m venv --without-pip /opt/claimdiff \
    && pip --python /opt/claimdiff/bin/python install --no-cache-dir --quiet --root-user-action=ignore .


FROM docker.io/library/python:3.13.9-slim-bookworm

# Versions of Debian's packages are not pinned: its mirrors keep only the newest, so a pinned build breaks with the next update.
# The owner of the workspace is another user than ours, and git trusts no such folder unless it is named; only this one is.
# Perl's library (50 MB) goes again: of git only commands that claimdiff does not call, such as send-email, are written in it.
# Its packages carry its version in their names, so dpkg is asked for them; they come apart into words on purpose (SC2046).
# hadolint ignore=DL3008,SC2046
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && dpkg --purge --force-depends $(dpkg-query --show --showformat='${Package} ' perl 'libperl5*' 'perl-modules-5*') \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
    && git config --system --add safe.directory /github/workspace

COPY --from=build /opt/claimdiff /opt/claimdiff

# Read where a team's own package or program is not there, to say that this container will never have it.
ENV CLAIMDIFF_CONTAINER=1

# There is no USER: the files that a step hands its outputs and its summary over in belong to the runner's user, whose number
# differs from runner to runner, so that only root can write them (GitHub asks for the default user for that reason).
#
# -I: neither the workspace nor what an earlier step left in the home folder is a place to import from.
# A list, since a shell would drop variables with a dash in their name, such as INPUT_FAIL-ON.
ENTRYPOINT ["/opt/claimdiff/bin/python", "-I", "-m", "claimdiff", "action"]
