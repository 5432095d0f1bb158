//! Slurm with one node, on this machine: munge, controller and node as processes of the test.
//!
//! As root only, since the controller starts jobs for their owners. Everything it writes lies in the
//! test's folder, and it listens on ports that were free a moment ago.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A cluster that ends with this value.
pub(super) struct Cluster {
    folder: PathBuf,
}

impl Cluster {
    /// Starts one, or says why not.
    pub(super) fn start(folder: &Path) -> Option<Cluster> {
        for program in ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"] {
            if super::found(program).is_none() {
                eprintln!("skipped: {program} is not installed (Debian: slurm-wlm, munge)");
                return None;
            }
        }
        if output(Command::new("id").arg("-u")) != "0" {
            eprintln!("skipped: Slurm's daemons are started as root only");
            return None;
        }
        let at = |name: &str| folder.join(name).display().to_string();
        for name in ["state", "spool"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        // Daemons of other users would look at the folder otherwise.
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.join("munge.key"), [7; 256]).unwrap();
        fs::set_permissions(folder.join("munge.key"), fs::Permissions::from_mode(0o400)).unwrap();
        let host = output(Command::new("hostname").arg("-s"));
        let port = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let conf = format!(
            "ClusterName=trial\nSlurmctldHost={host}(127.0.0.1)\nAuthInfo=socket={}\nSlurmUser=root\n\
             SlurmctldPort={}\nSlurmdPort={}\nStateSaveLocation={}\nSlurmdSpoolDir={}\nSlurmctldPidFile={}\n\
             SlurmdPidFile={}\nSlurmctldLogFile={}\nSlurmdLogFile={}\nProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n\
             SwitchType=switch/none\nMpiDefault=none\nReturnToService=2\nJobRequeue=1\nKillWait=2\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=1 State=UNKNOWN\n\
             PartitionName=main Nodes=ALL Default=YES State=UP\n",
            at("munge.sock"),
            port(),
            port(),
            at("state"),
            at("spool"),
            at("slurmctld.pid"),
            at("slurmd.pid"),
            at("slurmctld.log"),
            at("slurmd.log"),
        );
        fs::write(folder.join("slurm.conf"), conf).unwrap();
        let cluster = Cluster { folder: folder.into() };
        let munge = [("key-file", "munge.key"), ("socket", "munge.sock"), ("pid-file", "munged.pid")]
            .into_iter()
            .chain([("log-file", "munged.log"), ("seed-file", "munged.seed")])
            .map(|(option, name)| format!("--{option}={}", at(name)));
        assert!(cluster.command("munged").arg("--force").args(munge).status().unwrap().success());
        assert!(cluster.command("slurmctld").status().unwrap().success());
        assert!(cluster.command("slurmd").args(["-N", &host]).status().unwrap().success());
        super::wait_for("the node", || {
            let state = output(cluster.command("sinfo").args(["-h", "-o", "%t"]));
            (state == "idle").then_some(())
        });
        Some(cluster)
    }

    /// A program that talks to this cluster.
    pub(super) fn command(&self, program: &str) -> Command {
        let path = super::found(program).unwrap();
        let mut command = Command::new(path);
        command.env("SLURM_CONF", self.folder.join("slurm.conf"));
        command
    }

    /// The state of a job that is not over.
    pub(super) fn state(&self, job: &str) -> Option<String> {
        let text = output(self.command("squeue").args(["-h", "-j", job, "-o", "%T"]));
        text.lines().next().map(str::to_owned)
    }

    /// Whether no job is left.
    pub(super) fn is_idle(&self) -> bool {
        output(self.command("squeue").arg("-h")).is_empty()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for name in ["slurmd.pid", "slurmctld.pid", "munged.pid"] {
            if let Ok(pid) = fs::read_to_string(self.folder.join(name)) {
                let _ = Command::new("kill").arg(pid.trim()).status();
            }
        }
    }
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
