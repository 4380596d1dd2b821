"""Writes tags into a file, or reads the tags of files, with mutagen: the reference of the corpus bench.

tagger.py write FILE   the tags to write as JSON on standard input
tagger.py read         a JSON list of paths on standard input, a list of tags on standard output
"""

import base64
import json
import struct
import sys

import mutagen
from mutagen import apev2, flac, id3, mp4, wave

FIELDS = ("title", "artist", "album", "genre", "year")
ID3_FRAMES = {"title": "TIT2", "artist": "TPE1", "album": "TALB", "genre": "TCON", "year": "TDRC"}
ID3V22_FRAMES = {"title": "TT2", "artist": "TP1", "album": "TAL", "genre": "TCO", "year": "TYE"}
MP4_ATOMS = {"title": "\xa9nam", "artist": "\xa9ART", "album": "\xa9alb", "genre": "\xa9gen", "year": "\xa9day"}
COMMENTS = {"title": "title", "artist": "artist", "album": "album", "genre": "genre", "year": "date"}
APE_ITEMS = {"title": "Title", "artist": "Artist", "album": "Album", "genre": "Genre", "year": "Year"}
LATIN1, UTF16, UTF8 = 0, 1, 3
# The encodings that ID3 can declare.
DECLARED = {"latin1": LATIN1, "utf16": UTF16, "utf8": UTF8}


def get_texts(tags, field):
    value = tags.get(field)
    if value is None:
        return []
    return [str(text) for text in value] if isinstance(value, list) else [str(value)]


def encode_text(text, charset):
    """Text as it is stored: a charset that ID3 does not support is declared as Latin-1."""
    return text if charset in DECLARED else text.encode(charset).decode("latin1")


def load_picture(tags):
    path = tags.get("picture")
    if not path:
        return None
    with open(path, "rb") as file:
        return file.read(), "image/png" if path.endswith(".png") else "image/jpeg"


def fill_id3(frames, tags):
    charset = tags.get("charset", "utf8")
    for field, name in ID3_FRAMES.items():
        texts = [encode_text(text, charset) for text in get_texts(tags, field)]
        if texts:
            frames.add(getattr(id3, name)(encoding=DECLARED.get(charset, LATIN1), text=texts))
    picture = load_picture(tags)
    if picture:
        data, mime = picture
        frames.add(id3.APIC(encoding=LATIN1, mime=mime, type=id3.PictureType.COVER_FRONT, desc="", data=data))


def write_id3(path, tags, version):
    frames = id3.ID3()
    fill_id3(frames, tags)
    if version == 3:
        frames.update_to_v23()
    frames.save(path, v2_version=version, v1=id3.ID3v1SaveOptions.REMOVE, v23_sep="/")


def write_id3v1(path, tags):
    charset = tags.get("charset", "latin1")

    def padded(field, size):
        text = (get_texts(tags, field) or [""])[0].encode(charset)
        return text[:size].ljust(size, b"\0")

    genre = id3.TCON.GENRES.index(tags["genre"]) if tags.get("genre") else 255
    body = padded("title", 30) + padded("artist", 30) + padded("album", 30) + padded("year", 4)
    with open(path, "ab") as file:
        file.write(b"TAG" + body + bytes(30) + bytes([genre]))


def write_id3v22(path, tags):
    """The version that iTunes wrote until 2004. mutagen reads it but cannot write it."""
    frames = b""
    for field, name in ID3V22_FRAMES.items():
        for text in get_texts(tags, field):
            body = b"\1" + text.encode("utf-16")
            frames += name.encode() + struct.pack(">I", len(body))[1:] + body
    size = bytes((len(frames) >> shift) & 0x7F for shift in (21, 14, 7, 0))
    with open(path, "rb") as file:
        sound = file.read()
    with open(path, "wb") as file:
        file.write(b"ID3\2\0\0" + size + frames + sound)


def write_ape(path, tags):
    items = apev2.APEv2()
    for field, name in APE_ITEMS.items():
        if get_texts(tags, field):
            items[name] = get_texts(tags, field)
    items.save(path)


def write_comments(path, tags):
    file = mutagen.File(path)
    for field, name in COMMENTS.items():
        if get_texts(tags, field):
            file[name] = get_texts(tags, field)
    picture = load_picture(tags)
    if picture:
        block = flac.Picture()
        block.data, block.mime = picture
        block.type = id3.PictureType.COVER_FRONT
        if isinstance(file, flac.FLAC):
            file.add_picture(block)
        else:
            file["metadata_block_picture"] = [base64.b64encode(block.write()).decode("ascii")]
    file.save()


def write_mp4(path, tags):
    file = mp4.MP4(path)
    for field, name in MP4_ATOMS.items():
        if get_texts(tags, field):
            file[name] = get_texts(tags, field)
    picture = load_picture(tags)
    if picture:
        data, mime = picture
        kind = mp4.MP4Cover.FORMAT_PNG if mime == "image/png" else mp4.MP4Cover.FORMAT_JPEG
        file["covr"] = [mp4.MP4Cover(data, imageformat=kind)]
    if tags.get("gapless"):
        file["----:com.apple.iTunes:iTunSMPB"] = [tags["gapless"].encode()]
    file.save()


def write_wave(path, tags):
    file = wave.WAVE(path)
    file.add_tags()
    fill_id3(file.tags, tags)
    file.save()


WRITERS = {
    "id3v1": write_id3v1,
    "id3v2.2": write_id3v22,
    "id3v2.3": lambda path, tags: write_id3(path, tags, 3),
    "id3v2.4": lambda path, tags: write_id3(path, tags, 4),
    "apev2": write_ape,
    "comments": write_comments,
    "mp4": write_mp4,
    "id3-in-wav": write_wave,
}


def find_tags(path):
    """The tags of the file's own format, else ID3, else APEv2; None without tags."""
    for reader in (lambda path: getattr(mutagen.File(path), "tags", None), id3.ID3, apev2.APEv2):
        try:
            tags = reader(path)
        except (mutagen.MutagenError, EOFError, struct.error):
            # The file has no tags of this kind, or they are damaged.
            continue
        if tags:
            return tags
    return None


def read_field(tags, field):
    if isinstance(tags, id3.ID3):
        frame = tags.get(ID3_FRAMES[field])
        texts = [] if frame is None else frame.genres if field == "genre" else frame.text
        return [str(text) for text in texts]
    names = MP4_ATOMS if isinstance(tags, mp4.MP4Tags) else APE_ITEMS if isinstance(tags, apev2.APEv2) else COMMENTS
    return [str(text) for text in tags.get(names[field], [])]


def has_picture(tags, path):
    if isinstance(tags, id3.ID3):
        return bool(tags.getall("APIC"))
    if isinstance(tags, mp4.MP4Tags):
        return "covr" in tags
    # Vorbis comments: Ogg stores pictures in a comment, FLAC in a block.
    return "metadata_block_picture" in tags or bool(getattr(mutagen.File(path), "pictures", None))


def read(path):
    tags = find_tags(path)
    fields = {field: read_field(tags, field) if tags is not None else [] for field in FIELDS}
    return {**fields, "hasPicture": tags is not None and has_picture(tags, path)}


if __name__ == "__main__":
    given = json.load(sys.stdin)
    if sys.argv[1] == "write":
        WRITERS[given["kind"]](sys.argv[2], given)
    else:
        json.dump([read(path) for path in given], sys.stdout)
