#!/usr/bin/perl
# Changes files as people do, at a steady rate: soak-work.pl ROOT SHED SEED SECONDS RATE FILES
#
# ROOT holds the folders g*, each with folders d*, and in those about FILES files in all; so many it keeps. RATE changes
# a second are made, one after the other: files are written, saved by exchange, renamed, moved to other folders, made and
# deleted, folders are renamed and moved to others, and now and then SHED gives a file a tag or takes it.
# Prints how many changes were made. The same seed on the same files gives the same changes.
use strict;
use warnings;
use Time::HiRes qw(sleep clock_gettime CLOCK_MONOTONIC);

my ($root, $shed, $seed, $seconds, $rate, $wanted) = @ARGV;
die "usage: $0 ROOT SHED SEED SECONDS RATE FILES\n" unless defined $wanted;
srand $seed;
my ($count, $done) = (0, 0);

sub entries {
  opendir my $directory, $_[0] or die "$_[0]: $!\n";
  return sort grep { !/^\./ } readdir $directory;
}

# A folder is a list of its group and its name, and is known by its number; a file is a list of that number and its name.
my @groups = map { "$root/$_" } entries($root);
my (@folders, @files);
for my $group (@groups) {
  for my $folder (entries($group)) {
    push @folders, [$group, $folder];
    push @files, map { [$#folders, $_] } entries("$group/$folder");
  }
}

sub folder { my ($group, $name) = @{$folders[$_[0]]}; return "$group/$name" }
sub path { my ($file) = @_; return folder($file->[0]) . "/$file->[1]" }
sub fresh { return $_[0] . "$seed-" . ++$count }
sub any { return $files[rand @files] }

sub write_file {
  my ($path, $mode, $text) = @_;
  open my $file, $mode, $path or die "$path: $!\n";
  print $file $text;
  close $file or die "$path: $!\n";
}

sub relocate {
  my ($file, $folder, $name) = @_;
  my $old = path($file);
  @$file = ($folder, $name);
  rename $old, path($file) or die "$old: $!\n";
}

sub relocate_folder {
  my ($number, $group, $name) = @_;
  my $old = folder($number);
  $folders[$number] = [$group, $name];
  rename $old, folder($number) or die "$old: $!\n";
}

my %work = (
  append => sub { write_file(path(any()), '>>', "more\n") },
  rewrite => sub { write_file(path(any()), '>', 'text of ' . fresh('') . "\n") },
  # As editors save: a new file takes the place of the old one.
  save => sub {
    my $file = any();
    my $temporary = folder($file->[0]) . '/.save';
    write_file($temporary, '>', 'saved as ' . fresh('') . "\n");
    rename $temporary, path($file) or die "$temporary: $!\n";
  },
  rename => sub { my $file = any(); relocate($file, $file->[0], fresh('r') . '.txt') },
  move => sub { my $file = any(); relocate($file, int rand @folders, fresh('m') . '.txt') },
  # One is made or deleted, so that there are about as many as at first.
  turnover => sub {
    if (@files < $wanted || @files < $wanted * 1.02 && rand() < 0.5) {
      my $file = [int rand @folders, fresh('n') . '.txt'];
      write_file(path($file), '>', 'made as ' . fresh('') . "\n");
      push @files, $file;
    } else {
      my ($file) = splice @files, rand @files, 1;
      unlink path($file) or die path($file) . ": $!\n";
    }
  },
  folder => sub { relocate_folder(int rand @folders, $groups[rand @groups], fresh('d')) },
  tag => sub {
    my ($verb, $path) = (rand() < 0.5 ? 'add' : 'remove', path(any()));
    system($shed, '--quiet', '-C', $root, 'tag', $verb, 'soak', $path);
  },
);
my @kinds = (('append') x 6, ('rewrite') x 6, ('save') x 8, ('rename') x 8, ('move') x 8, ('turnover') x 8, 'folder');

my $begun = clock_gettime(CLOCK_MONOTONIC);
for (my $due = 0; $due < $seconds; $due = ++$done / $rate) {
  my $rest = $begun + $due - clock_gettime(CLOCK_MONOTONIC);
  sleep $rest if $rest > 0;
  # A verb takes longer than anything else: one in five seconds.
  $work{$done % (5 * $rate) == $rate ? 'tag' : $kinds[rand @kinds]}->();
}
print "$done\n";
